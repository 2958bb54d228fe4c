// Takes memory of one kind until there is none, or as much as is asked for.
const TAKE = {
  buffers: () => Buffer.alloc(1e6, 1),
  objects: () => Array.from({ length: 10_000 }, (_, index) => ({ index })),
  webAssembly: () => new WebAssembly.Memory({ initial: 16, maximum: 16 }),
  nothing: () => undefined,
};

const held = [];
process.on('message', ({ kind, times }) => {
  for (let i = 0; i < times; i += 1) held.push(TAKE[kind]());
  process.send({ held: held.length });
});
process.on('disconnect', () => process.exit());
