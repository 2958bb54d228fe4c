/**
 * Traces of requests and of chunks of batches for OpenTelemetry, by OTLP over HTTP. A span is made when its request has ended, from the times that
 * were taken anyway: nothing is traced on the way. The packages are optional and loaded when tracing is set.
 */

import type { Context, Span, TraceFlags } from '@opentelemetry/api';
import type { BasicTracerProvider, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Interval } from './timing.js';
import { parseTraceparent } from './traceparent.js';

interface TracingOptions {
  /** Base URL of the collector; `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of the traces that begin here, from 0 to 1. */
  readonly ratio: number;
  /** Called when spans cannot be delivered; they are lost. */
  readonly onError: (error: unknown) => void;
}

/** A request that has ended. */
interface TracedRequest {
  /** The header of the request. */
  readonly traceparent: string | undefined;
  readonly method: string;
  /** Its pattern; undefined: none matches. */
  readonly route: string | undefined;
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | undefined;
  readonly request: string;
  readonly account: string | undefined;
  /** On the clock of `performance`. */
  readonly since: number;
  readonly until: number;
  readonly intervals: readonly Interval[];
}

/** A run of a chunk of a batch that has ended. */
interface TracedChunk {
  readonly batch: string;
  readonly chunk: string;
  readonly account: string;
  /** Records that were rendered. */
  readonly succeeded: number;
  readonly failed: number;
  /** On the clock of `performance`. */
  readonly since: number;
  readonly until: number;
  readonly intervals: readonly Interval[];
}

export interface Tracer {
  recordChunk(chunk: TracedChunk): void;
  /** @returns the id of its trace, for the log; undefined when it is not recorded */
  record(request: TracedRequest): string | undefined;
  /** Delivers what is left. */
  close(): Promise<void>;
}

/** Rejects when the packages are not installed. */
export async function openTracer({ endpoint, headers, serviceName, ratio, onError }: TracingOptions): Promise<Tracer> {
  const [api, sdk, exporters, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]).catch((cause: unknown) => {
    const message = 'tracing needs the optional packages @opentelemetry/*, which are not installed here';
    throw new Error(message, { cause });
  });
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = reporting(new exporters.OTLPTraceExporter({ url, headers: { ...headers } }), onError);
  const provider: BasicTracerProvider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('platen');
  const parentOf = (header: string | undefined): Context => {
    const parent = parseTraceparent(header);
    return parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true }) : api.ROOT_CONTEXT;
  };
  const inside = (context: Context, span: Span, intervals: readonly Interval[]) => {
    const parent = api.trace.setSpan(context, span);
    for (const { stage, since, until } of intervals)
      tracer.startSpan(stage, { startTime: epoch(since) }, parent).end(epoch(until));
  };
  return {
    recordChunk({ batch, chunk, account, succeeded, failed, since, until, intervals }) {
      const attributes = {
        'platen.batch': batch,
        'platen.chunk': chunk,
        'platen.account': account,
        'platen.records.succeeded': succeeded,
        'platen.records.failed': failed,
      };
      const options = { kind: api.SpanKind.CONSUMER, startTime: epoch(since), attributes };
      const span = tracer.startSpan('render_chunk', options, api.ROOT_CONTEXT);
      inside(api.ROOT_CONTEXT, span, intervals);
      span.end(epoch(until));
    },
    record({ traceparent, method, route, status, code, request, account, since, until, intervals }) {
      const attributes = {
        'http.request.method': method,
        'http.response.status_code': status,
        'platen.request': request,
        ...(route !== undefined && { 'http.route': route }),
        ...(code !== undefined && { 'error.type': code }),
        ...(account !== undefined && { 'platen.account': account }),
      };
      const name = route === undefined ? method : `${method} ${route}`;
      const options = { kind: api.SpanKind.SERVER, startTime: epoch(since), attributes };
      const parent = parentOf(traceparent);
      const span = tracer.startSpan(name, options, parent);
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      inside(parent, span, intervals);
      span.end(epoch(until));
      const { traceId, traceFlags } = span.spanContext();
      return isSampled(traceFlags) ? traceId : undefined;
    },
    close: () => provider.shutdown(),
  };
}

/** Milliseconds since 1970 of a time on the clock of `performance`. */
const epoch = (time: number): number => performance.timeOrigin + time;

const isSampled = (flags: TraceFlags): boolean => (flags & 1) === 1;

/** An exporter that reports what it cannot deliver, which the SDK would only note in its own log. */
function reporting(exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) onError(result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
