/** Colours that a file cannot have, in a display list. */

import { getOrMake } from '../collections/maps.js';
import { customColorText } from '../css/values/custom-colors.js';
import { deviceCmykText, inSrgb } from '../css/values/device-cmyk.js';
import type { Color, ColorProfile, CustomColor } from '../css/values/values.js';
import type { DisplayItem, DisplayList, GroupItem } from './display-list.js';
import { recolored } from './opacity.js';

/**
 * Converts colours in CMYK for a file whose device colours are those of sRGB.
 * Source: ISO 19005-2, 6.2.4.3 (DeviceCMYK needs an output intent or default colour space of its own)
 * @param converted  called with the text of each visible colour
 */
export function listInSrgb(list: DisplayList, converted: (text: string) => void): DisplayList {
  const profiles = new Map<ColorProfile, ColorProfile>();
  return listWith(list, (color) => {
    if (color.custom) return { ...color, custom: withAlternateInSrgb(color.custom, profiles, converted) };
    if (!color.cmyk) return color;
    if (color.a > 0) converted(deviceCmykText(color.cmyk, color));
    return inSrgb(color);
  });
}

/** The alternate of a colorant is a device colour, too. */
function withAlternateInSrgb(
  custom: CustomColor,
  profiles: Map<ColorProfile, ColorProfile>,
  converted: (text: string) => void,
): CustomColor {
  const { profile } = custom;
  const { space } = profile;
  if (space.type !== 'separation' || !space.alternate.cmyk) return custom;
  const known = getOrMake(profiles, profile, () => {
    converted(deviceCmykText(space.alternate.cmyk!, space.alternate));
    return { ...profile, space: { ...space, alternate: inSrgb(space.alternate) } };
  });
  return { ...custom, profile: known };
}

/**
 * Converts colours of custom colour spaces for a writer that has none.
 * @param converted  called with the text of each visible colour
 */
export const listWithoutCustomColors = (list: DisplayList, converted: (text: string) => void): DisplayList =>
  listWith(list, (color) => {
    if (!color.custom) return color;
    if (color.a > 0) converted(customColorText(color.custom, color));
    return inSrgb(color);
  });

/** @returns the list itself where no colour changes */
function listWith(list: DisplayList, change: (color: Color) => Color): DisplayList {
  let isChanged = false;
  const convert = (color: Color): Color => {
    const changed = change(color);
    isChanged ||= changed !== color;
    return changed;
  };
  const pages = list.pages.map((page) => ({ ...page, items: changed(page.items, convert) }));
  return isChanged ? { ...list, pages } : list;
}

/** Whether the list has JPEG files in CMYK. */
export const hasCmykImages = ({ pages }: DisplayList): boolean => pages.some(({ items }) => items.some(hasCmykImage));

function hasCmykImage(item: DisplayItem): boolean {
  switch (item.kind) {
    case 'image':
      return 'isCmyk' in item.image && item.image.isCmyk === true;
    case 'tiles':
      return 'isCmyk' in item.picture && item.picture.isCmyk === true;
    case 'tag':
      return item.children.some(hasCmykImage);
    case 'group':
      return item.children.some(hasCmykImage) || (item.mask?.items.some(hasCmykImage) ?? false);
    case 'drawing':
      return hasCmykImage(item.group);
    default:
      return false;
  }
}

function changed(items: readonly DisplayItem[], convert: (color: Color) => Color): DisplayItem[] {
  const changedGroup = (group: GroupItem): GroupItem => ({
    ...group,
    children: changed(group.children, convert),
    ...(group.mask && { mask: { ...group.mask, items: changed(group.mask.items, convert) } }),
  });
  return items.map((item): DisplayItem => {
    switch (item.kind) {
      case 'image':
        return item;
      case 'tag':
        return { ...item, children: changed(item.children, convert) };
      case 'group':
        return changedGroup(item);
      case 'drawing':
        return { ...item, group: changedGroup(item.group) };
      default:
        return recolored(item, convert);
    }
  });
}
