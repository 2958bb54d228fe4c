import type { Config } from '../config.js';
import type { RenderPoolOptions } from '../service/pool/pool.js';

/** The settings of a process's render threads. */
export function poolOptions(config: Config): RenderPoolOptions {
  return {
    backend: config.renderEngine,
    threads: config.threads,
    queueLimit: config.queueLimit,
    queueTarget: config.queueTarget,
    queueTimeout: config.queueTimeout,
    timeout: config.renderTimeout,
    memory: config.renderMemory,
    decodingMemory: config.decodingMemory,
    youngMemory: config.renderYoungMemory,
    renewAt: config.renderRecycle,
    marks: { size: config.isolateSize, memory: config.isolateMemory ?? config.renderMemory / 2 },
    limits: {
      maxTemplateLength: config.maxTemplate,
      maxHtmlLength: config.maxHtml,
      maxPages: config.maxPages,
      maxBoxes: config.maxBoxes,
      maxInlineText: config.maxInlineText,
      maxLines: config.maxLines,
      maxFragments: config.maxFragments,
      maxTags: config.maxTags,
      maxAnnotations: config.maxAnnotations,
      maxTime: config.renderTimeout, // it also ends threads that do not look at the time
      maxImageBytes: config.maxImage,
      maxImagePixels: config.maxImagePixels,
      maxAttachmentBytes: config.maxBody, // which they come in
    },
    fontFolders: config.fontFolders ?? [],
  };
}
