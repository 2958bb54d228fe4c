import { ServiceError } from './errors.js';

/** Of an account that names none. */
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
    // a RangeError: it is none
  }
  throw new ServiceError(
    'invalid_locale',
    `${JSON.stringify(tag.slice(0, 100))} is not a BCP 47 language tag, like "en-US"`,
  );
}
