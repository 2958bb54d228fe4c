/**
 * The insertion modes outside `body`: up to `<body>`, after `</body>`, and in framesets.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode and the following sections
 */

import type { ElementNode } from './dom.js';
import { HEAD_CONTENT, nameSet } from './name-sets.js';
import { impliedTag, type StartTag } from './tokens.js';
import { type InsertionMode, keepOnlySpace, onlySpace, splitLeadingSpace, type TreeBuilder } from './tree-builder.js';

const NOSCRIPT_CONTENT = nameSet('basefont bgsound link meta noframes style');

/** End tags that imply the missing element; the modes around `head` ignore all others. */
const IMPLYING_ENDS: ReadonlySet<string> = new Set(['head', 'body', 'html', 'br']);
const IMPLYING_ENDS_IN_HEAD: ReadonlySet<string> = new Set(['body', 'html', 'br']);

/** A mode in which most tokens first imply an element and are then reprocessed in the next mode. */
function implying(imply: (builder: TreeBuilder) => void, rules: Partial<InsertionMode>): InsertionMode {
  return {
    text(builder, data) {
      imply(builder);
      builder.text(data);
    },
    start(builder, tag) {
      imply(builder);
      builder.start(tag);
    },
    end(builder, tag) {
      imply(builder);
      builder.end(tag);
    },
    endOfFile(builder) {
      imply(builder);
      builder.endOfFile();
    },
    ...rules,
  };
}

const implyQuirks = (builder: TreeBuilder): void => {
  builder.documentMode = 'quirks';
  builder.mode = 'before html';
};

const openHtml = (builder: TreeBuilder, tag: StartTag): void => {
  builder.root = builder.insert(tag);
  builder.mode = 'before head';
};

const openHead = (builder: TreeBuilder, tag: StartTag): void => {
  builder.head = builder.insert(tag);
  builder.mode = 'in head';
};

const closeHead = (builder: TreeBuilder): void => {
  builder.open.pop();
  builder.mode = 'after head';
};

const closeNoscript = (builder: TreeBuilder): void => {
  builder.open.pop();
  builder.mode = 'in head';
};

const openBody = (builder: TreeBuilder, tag: StartTag): void => {
  builder.insert(tag);
  builder.mode = 'in body';
};

const backToBody = (builder: TreeBuilder): void => {
  builder.mode = 'in body';
};

const implyHtml = (builder: TreeBuilder): void => openHtml(builder, impliedTag('html'));
const implyHead = (builder: TreeBuilder): void => openHead(builder, impliedTag('head'));
const implyBody = (builder: TreeBuilder): void => openBody(builder, impliedTag('body'));

/** Handles leading white space separately; the rest implies an element. */
function textAfterSpace(
  onSpace: (builder: TreeBuilder, space: string) => void,
  imply: (builder: TreeBuilder) => void,
): InsertionMode['text'] {
  return (builder, data) => {
    const [space, rest] = splitLeadingSpace(data);
    if (space) onSpace(builder, space);
    if (!rest) return;
    imply(builder);
    builder.text(rest);
  };
}

const dropSpace = (): void => {};
const keepSpace = (builder: TreeBuilder, space: string): void => builder.insertText(space);
const spaceInBody = (builder: TreeBuilder, space: string): void => builder.text(space, 'in body');

export const INITIAL = implying(implyQuirks, { text: textAfterSpace(dropSpace, implyQuirks) });

export const BEFORE_HTML = implying(implyHtml, {
  text: textAfterSpace(dropSpace, implyHtml),
  start(builder, tag) {
    if (tag.name === 'html') {
      openHtml(builder, tag);
      return;
    }
    implyHtml(builder);
    builder.start(tag);
  },
  end(builder, tag) {
    if (!IMPLYING_ENDS.has(tag.name)) return;
    implyHtml(builder);
    builder.end(tag);
  },
});

export const BEFORE_HEAD = implying(implyHead, {
  text: textAfterSpace(dropSpace, implyHead),
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else if (tag.name === 'head') openHead(builder, tag);
    else {
      implyHead(builder);
      builder.start(tag);
    }
  },
  end(builder, tag) {
    if (!IMPLYING_ENDS.has(tag.name)) return;
    implyHead(builder);
    builder.end(tag);
  },
});

export const IN_HEAD = implying(closeHead, {
  text: textAfterSpace(keepSpace, closeHead),
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else if (tag.name === 'head') return;
    else if (HEAD_CONTENT.has(tag.name)) insertHeadContent(builder, tag);
    else if (tag.name === 'noscript') {
      builder.insert(tag);
      builder.mode = 'in head noscript';
    } else {
      closeHead(builder);
      builder.start(tag);
    }
  },
  end(builder, tag) {
    if (tag.name === 'template') closeTemplate(builder);
    else if (tag.name === 'head') closeHead(builder);
    else if (IMPLYING_ENDS_IN_HEAD.has(tag.name)) {
      closeHead(builder);
      builder.end(tag);
    }
  },
});

function insertHeadContent(builder: TreeBuilder, tag: StartTag): void {
  if (tag.name === 'title') builder.insertRawText(tag, 'rcdata');
  else if (tag.name === 'noframes' || tag.name === 'style') builder.insertRawText(tag, 'rawtext');
  else if (tag.name === 'script') builder.insertRawText(tag, 'script');
  else if (tag.name === 'template') {
    builder.insert(tag);
    builder.formatting.pushMarker();
    builder.framesetOk = false;
    builder.mode = 'in template';
    builder.templateModes.push('in template');
  } else builder.insertVoid(tag);
}

function closeTemplate(builder: TreeBuilder): void {
  if (!builder.open.hasName('template')) return;
  builder.open.generateImpliedEndTagsThoroughly();
  builder.open.popUntil('template');
  builder.formatting.clearToLastMarker();
  builder.templateModes.pop();
  builder.resetMode();
}

export const IN_HEAD_NOSCRIPT = implying(closeNoscript, {
  text: textAfterSpace(keepSpace, closeNoscript),
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else if (NOSCRIPT_CONTENT.has(tag.name)) builder.startInHtml(tag, 'in head');
    else if (tag.name !== 'head' && tag.name !== 'noscript') {
      closeNoscript(builder);
      builder.start(tag);
    }
  },
  end(builder, tag) {
    if (tag.name === 'noscript') closeNoscript(builder);
    else if (tag.name === 'br') {
      closeNoscript(builder);
      builder.end(tag);
    }
  },
});

export const AFTER_HEAD = implying(implyBody, {
  text: textAfterSpace(keepSpace, implyBody),
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else if (tag.name === 'body') {
      builder.framesetOk = false;
      openBody(builder, tag);
    } else if (tag.name === 'frameset') {
      builder.insert(tag);
      builder.mode = 'in frameset';
    } else if (HEAD_CONTENT.has(tag.name)) insertIntoClosedHead(builder, tag, builder.head!);
    else if (tag.name !== 'head') {
      implyBody(builder);
      builder.start(tag);
    }
  },
  end(builder, tag) {
    if (tag.name === 'template') builder.end(tag, 'in head');
    else if (IMPLYING_ENDS_IN_HEAD.has(tag.name)) {
      implyBody(builder);
      builder.end(tag);
    }
  },
});

function insertIntoClosedHead(builder: TreeBuilder, tag: StartTag, head: ElementNode): void {
  builder.open.push(head);
  builder.startInHtml(tag, 'in head');
  builder.open.remove(head);
}

/** The content of a text element; before its end tag the tokenizer emits nothing but text. */
export const TEXT: InsertionMode = {
  text: (builder, data) => builder.insertText(data),
  start: (builder, tag) => builder.startInHtml(tag, builder.originalMode),
  end(builder) {
    builder.open.pop();
    builder.mode = builder.originalMode;
  },
  endOfFile(builder) {
    builder.open.pop();
    builder.mode = builder.originalMode;
    builder.endOfFile();
  },
};

const stop = (): void => {};

export const AFTER_BODY = implying(backToBody, {
  text: textAfterSpace(spaceInBody, backToBody),
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else {
      backToBody(builder);
      builder.start(tag);
    }
  },
  end(builder, tag) {
    if (tag.name === 'html') builder.mode = 'after after body';
    else {
      backToBody(builder);
      builder.end(tag);
    }
  },
  endOfFile: stop,
});

export const AFTER_AFTER_BODY = implying(backToBody, {
  text: textAfterSpace(spaceInBody, backToBody),
  start: AFTER_BODY.start,
  endOfFile: stop,
});

export const IN_FRAMESET: InsertionMode = {
  text: keepOnlySpace,
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else if (tag.name === 'frameset') builder.insert(tag);
    else if (tag.name === 'frame') builder.insertVoid(tag);
    else if (tag.name === 'noframes') builder.startInHtml(tag, 'in head');
  },
  end(builder, tag) {
    if (tag.name !== 'frameset' || builder.open.depth === 1) return;
    builder.open.pop();
    if (!builder.open.isCurrent('frameset')) builder.mode = 'after frameset';
  },
  endOfFile: stop,
};

export const AFTER_FRAMESET: InsertionMode = {
  text: keepOnlySpace,
  start(builder, tag) {
    if (tag.name === 'html') builder.startInHtml(tag, 'in body');
    else if (tag.name === 'noframes') builder.startInHtml(tag, 'in head');
  },
  end(builder, tag) {
    if (tag.name === 'html') builder.mode = 'after after frameset';
  },
  endOfFile: stop,
};

export const AFTER_AFTER_FRAMESET: InsertionMode = {
  text(builder, data) {
    const space = onlySpace(data);
    if (space) builder.text(space, 'in body');
  },
  start: AFTER_FRAMESET.start,
  end: stop,
  endOfFile: stop,
};
