/**
 * Components of composite glyphs.
 * Source: https://learn.microsoft.com/typography/opentype/spec/glyf#composite-glyph-description
 */

/** Flags of a component. */
export const COMPONENT = {
  argumentsAreWords: 0x0001,
  argumentsAreOffsets: 0x0002,
  hasScale: 0x0008,
  isFollowed: 0x0020,
  hasTwoScales: 0x0040,
  hasMatrix: 0x0080,
  hasInstructions: 0x0100,
} as const;

/** Bytes of a component after its flags and glyph id: two arguments, and the scale or matrix. */
export function placementBytes(flags: number): number {
  const scale =
    flags & COMPONENT.hasScale ? 2 : flags & COMPONENT.hasTwoScales ? 4 : flags & COMPONENT.hasMatrix ? 8 : 0;
  return (flags & COMPONENT.argumentsAreWords ? 4 : 2) + scale;
}
