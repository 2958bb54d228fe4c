/** The log: one JSON object per line on standard output. */

import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** @param destination  default: standard output */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.errWithCause },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
