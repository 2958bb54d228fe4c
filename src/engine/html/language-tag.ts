/** Whether a text has the form of a language tag, the only ones that a PDF may name. Source: RFC 5646, 2.1 */
export const isLanguageTag = (text: string): boolean => /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(text);
