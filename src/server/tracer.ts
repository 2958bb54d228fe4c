import type { Config } from '../config.js';
import { openTracer, type Tracer } from '../service/observe/tracing.js';

/** @returns undefined when nothing is traced. Rejects when the packages for it are not installed */
export async function configuredTracer(config: Config, onError: (error: unknown) => void): Promise<Tracer | undefined> {
  const {
    otlpEndpoint: endpoint,
    otlpHeaders: headers = {},
    otelServiceName: serviceName,
    tracesRatio: ratio,
  } = config;
  return endpoint === undefined ? undefined : openTracer({ endpoint, headers, serviceName, ratio, onError });
}
