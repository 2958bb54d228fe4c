/** GIF files whose first frame, which is what print shows, does not fill the screen. */

/** Source: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
const SCREEN = { width: 6, height: 8, flags: 10, size: 13 } as const;
const DESCRIPTOR = { left: 1, top: 3, width: 5, height: 7, size: 10 } as const;
const [EXTENSION, IMAGE] = [0x21, 0x2c];

/**
 * @returns an SVG image of the screen with the frame in its place, as decoders give the frame alone; undefined when the
 * frame fills the screen, or there is none
 * Source: Blink's GIFImageDecoder, whose frames are as large as the screen
 */
export function gifOnItsScreen(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = firstFrame(view);
  if (at === undefined) return undefined;
  const screen = { width: view.getUint16(SCREEN.width, true), height: view.getUint16(SCREEN.height, true) };
  const [left, top, width, height] = [DESCRIPTOR.left, DESCRIPTOR.top, DESCRIPTOR.width, DESCRIPTOR.height].map(
    (field) => view.getUint16(at + field, true),
  ) as [number, number, number, number];
  if (left + width > screen.width || top + height > screen.height) return undefined;
  if (width === 0 || height === 0 || (width === screen.width && height === screen.height)) return undefined;
  const frame = ownScreen(bytes, at, width, height);
  const href = `data:image/gif;base64,${Buffer.from(frame).toString('base64')}`;
  const image = `<image x="${left}" y="${top}" width="${width}" height="${height}" href="${href}"/>`;
  const size = `width="${screen.width}" height="${screen.height}" viewBox="0 0 ${screen.width} ${screen.height}" preserveAspectRatio="none"`;
  return new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`);
}

/** The file with a screen of the frame's size. */
function ownScreen(bytes: Uint8Array, at: number, width: number, height: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  const view = new DataView(copy.buffer);
  view.setUint16(SCREEN.width, width, true);
  view.setUint16(SCREEN.height, height, true);
  view.setUint16(at + DESCRIPTOR.left, 0, true);
  view.setUint16(at + DESCRIPTOR.top, 0, true);
  return copy;
}

/** The offset of the first image descriptor. */
function firstFrame(view: DataView): number | undefined {
  if (view.byteLength < SCREEN.size) return undefined;
  const flags = view.getUint8(SCREEN.flags);
  let at = SCREEN.size + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  while (at + DESCRIPTOR.size <= view.byteLength) {
    const block = view.getUint8(at);
    if (block === IMAGE) return at;
    if (block !== EXTENSION) return undefined;
    at += 2;
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return undefined;
}
