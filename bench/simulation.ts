/**
 * Simulates a farm: clients that keep requests in flight, hosts that render, one Postgres and one Redis. Each is a station
 * with so many servers and one queue; a request visits them in the order in which the service uses them.
 */

/** Processor time of one request, in milliseconds. */
export interface Costs {
  /** In the HTTP process and the primary, and in the render thread. */
  readonly host: number;
  readonly postgres: number;
  readonly redis: number;
}

export interface Farm {
  readonly hosts: number;
  /** Processors of each host, of the machine of Postgres and of that of Redis, which uses one at most. */
  readonly hostCores: number;
  readonly postgresCores: number;
  /** Requests in flight for each host. */
  readonly inFlight: number;
  /** Milliseconds of the network between a host and Postgres or Redis, there and back. */
  readonly network: number;
  /** Whether all of them share the processors of one machine: `hostCores`. */
  readonly isOneMachine?: boolean;
}

export interface Simulated {
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Share of the time in which their processors are busy. */
  readonly busy: { readonly host: number; readonly postgres: number; readonly redis: number };
}

/** Share of the work before the render: authentication, limits, the reservation. */
const BEFORE = 0.5;
/** Requests that are simulated for each that is in flight. */
const ROUNDS = 60;

interface Visit {
  readonly station: Station;
  readonly milliseconds: number;
  /** Until the visit begins. */
  readonly delay: number;
}

interface Event {
  readonly at: number;
  readonly run: () => void;
}

/** @param seed  of the times of visits, which are distributed exponentially */
export function simulate(costs: Costs, farm: Farm, seed = 1): Simulated {
  const { hosts, hostCores, postgresCores, inFlight, network, isOneMachine = false } = farm;
  const events = new Heap();
  const random = generator(seed);
  let now = 0;
  const at = (time: number, run: () => void) => events.push({ at: time, run });
  const station = (servers: number) => new Station(servers, () => now, at);
  const shared = station(hostCores);
  const [postgres, redis] = isOneMachine ? [shared, shared] : [station(postgresCores), station(1)];
  const machines = isOneMachine ? [shared] : Array.from({ length: hosts }, () => station(hostCores));
  const times: number[] = [];
  const warmUp = hosts * inFlight * (ROUNDS / 4);
  const count = hosts * inFlight * ROUNDS;
  let begun = 0;
  let since = 0;

  const visit = (station: Station, mean: number, delay: number): Visit => {
    return { station, milliseconds: -Math.log(1 - random()) * mean, delay };
  };
  const client = (host: number): void => {
    if (begun === count) return;
    begun += 1;
    const start = now;
    const machine = machines[host % machines.length]!;
    follow(
      [
        visit(redis, costs.redis, network),
        visit(postgres, costs.postgres * BEFORE, network),
        visit(machine, costs.host, 0),
        visit(postgres, costs.postgres * (1 - BEFORE), network),
      ],
      () => {
        times.push(now - start);
        if (times.length === warmUp) {
          since = now;
          for (const one of new Set([...machines, postgres, redis])) one.busy = 0;
        }
        client(host);
      },
    );
  };
  const follow = ([visit, ...rest]: readonly Visit[], done: () => void): void => {
    if (!visit) {
      done();
      return;
    }
    at(now + visit.delay, () => visit.station.serve(visit.milliseconds, () => follow(rest, done)));
  };

  for (let host = 0; host < hosts; host += 1) for (let one = 0; one < inFlight; one += 1) client(host);
  // The end, at which clients stop one after the other, is not measured.
  while (times.length < count - hosts * inFlight) {
    const event = events.pop()!;
    now = event.at;
    event.run();
  }
  const measured = times.slice(warmUp).sort((a, b) => a - b);
  const duration = now - since;
  const share = (station: Station) => station.busy / (station.servers * duration);
  return {
    rate: (measured.length / duration) * 1000,
    p50: measured[Math.floor(measured.length * 0.5)]!,
    p99: measured[Math.floor(measured.length * 0.99)]!,
    busy: {
      host: machines.reduce((sum, machine) => sum + share(machine), 0) / machines.length,
      postgres: share(postgres),
      redis: share(redis),
    },
  };
}

/** Servers with one queue, first come, first served. */
class Station {
  readonly servers: number;
  /** Milliseconds of all servers. */
  busy = 0;
  readonly #now: () => number;
  readonly #at: (time: number, run: () => void) => void;
  readonly #waiting: (() => void)[] = [];
  #first = 0;
  #free: number;

  constructor(servers: number, now: () => number, at: (time: number, run: () => void) => void) {
    this.servers = servers;
    this.#free = servers;
    this.#now = now;
    this.#at = at;
  }

  serve(milliseconds: number, done: () => void): void {
    const begin = () => {
      this.busy += milliseconds;
      this.#at(this.#now() + milliseconds, () => {
        const next = this.#waiting[this.#first];
        if (next) {
          this.#first += 1;
          next();
        } else {
          this.#free += 1;
        }
        done();
      });
    };
    if (this.#free === 0) {
      this.#waiting.push(begin);
      return;
    }
    this.#free -= 1;
    begin();
  }
}

/** A binary heap, the earliest first. */
class Heap {
  readonly #events: Event[] = [];

  push(event: Event): void {
    const events = this.#events;
    let index = events.push(event) - 1;
    for (let parent = (index - 1) >> 1; index > 0 && events[parent]!.at > event.at; parent = (index - 1) >> 1) {
      events[index] = events[parent]!;
      index = parent;
    }
    events[index] = event;
  }

  pop(): Event | undefined {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (first === undefined || last === undefined || events.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= events.length) break;
      if (child + 1 < events.length && events[child + 1]!.at < events[child]!.at) child += 1;
      if (events[child]!.at >= last.at) break;
      events[index] = events[child]!;
      index = child;
    }
    events[index] = last;
    return first;
  }
}

/** Numbers from 0 to 1, the same for each seed. Source: mulberry32, https://github.com/bryc/code/blob/master/jshash/PRNGs.md */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
