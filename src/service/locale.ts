import { ServiceError } from './errors.js';

/** Of accounts without a locale of their own. */
export const DEFAULT_LOCALE = 'en-US';

/**
 * The canonical form of a BCP 47 language tag.
 * @throws ServiceError `invalid_locale`
 */
export function canonicalLocale(tag: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(tag);
    if (locale !== undefined) return locale;
  } catch {
    // RangeError: not a language tag
  }
  throw new ServiceError(
    'invalid_locale',
    `${JSON.stringify(tag.slice(0, 100))} is not a BCP 47 language tag, like "en-US"`,
  );
}
