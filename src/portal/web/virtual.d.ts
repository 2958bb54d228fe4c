declare module 'virtual:reference' {
  import type { Reference } from './reference.js';

  const reference: Reference;
  export default reference;
}
