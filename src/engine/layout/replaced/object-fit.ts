/** Source: https://drafts.csswg.org/css-images-3/#the-object-fit */

import type { ReplacedBox } from '../../box/tree.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import { resolveLength } from '../../css/values/values.js';
import type { Rect, Size } from '../algorithm/geometry.js';

/** The rectangle of the whole image after `object-fit` and `object-position`. */
export function fitObject(
  box: ReplacedBox,
  style: Pick<ComputedStyle, 'object-fit' | 'object-position'>,
  content: Rect,
): Rect {
  const size = objectSize(box, style['object-fit'], content);
  const position = style['object-position'];
  return {
    x: content.x + resolveLength(position.x, content.width - size.width),
    y: content.y + resolveLength(position.y, content.height - size.height),
    ...size,
  };
}

function objectSize(box: ReplacedBox, fit: ComputedStyle['object-fit'], content: Rect): Size {
  const { width, height } = content;
  const { naturalWidth, naturalHeight } = box;
  const ratio = box.naturalRatio ?? (naturalWidth && naturalHeight ? naturalWidth / naturalHeight : undefined);
  if (fit === 'fill' || !ratio) return { width, height };
  const contained = width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio };
  if (fit === 'contain') return contained;
  if (fit === 'cover')
    return width / height > ratio ? { width, height: width / ratio } : { width: height * ratio, height };
  const natural = naturalWidth && naturalHeight ? { width: naturalWidth, height: naturalHeight } : contained;
  return fit === 'scale-down' && contained.width < natural.width ? contained : natural;
}
