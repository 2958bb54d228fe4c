import { setFlagsFromString } from 'node:v8';

/**
 * Each thread of this process collects its young generation alone. V8 divides a scavenge among helper threads by default;
 * where renders occupy every core, these wait for one, and the thread that renders waits for them.
 * Source: v8/src/heap/scavenger.cc, ScavengerCollector::NumberOfScavengeTasks
 */
export function scavengeWithoutHelpers(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
