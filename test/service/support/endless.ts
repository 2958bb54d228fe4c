/**
 * A template that takes many times as long as tests let a render take: 27 s at best until the engine stops its loops.
 */

const work = '{{#if (eq (currency @index "EUR") "")}}{{/if}}'.repeat(4);

export const ENDLESS = `{{#each (range 1 2000)}}{{#each (range 1 2000)}}{{#each (range 1 2000)}}${work}{{/each}}{{/each}}{{/each}}`;
