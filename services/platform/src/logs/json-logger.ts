import type { LoggerService, LogLevel } from '@nestjs/common';
import pino from 'pino';
import { correlationId, logFields } from '../tracing/correlation';
import { traceIds } from '../tracing/tracing';
import { redactFields, redactTexts } from './redaction';

export function createPino(
  options: { service: string; instance: string; level: string },
  destination?: pino.DestinationStream,
): pino.Logger {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { service: options.service, instance: options.instance },
    mixin: () => {
      const id = correlationId();
      return { ...(id && { correlationId: id }), ...logFields(), ...traceIds() };
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }), log: redactFields },
    hooks: { streamWrite: redactTexts },
    serializers: { err: describeError },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

/** Drops other properties of the error, because a failed SQL statement carries its parameters, which may be personal data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { type: error.name, message: error.message, stack: error.stack, code, constraint };
}

type Write = (fields: object, text?: string) => void;

/** Makes Nest's `Logger` write JSON lines. A message is a string or an object of fields. */
export class JsonLogger implements LoggerService {
  constructor(private readonly pino: pino.Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(this.pino.info.bind(this.pino), message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write(this.pino.warn.bind(this.pino), message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write(this.pino.error.bind(this.pino), message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write(this.pino.fatal.bind(this.pino), message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write(this.pino.debug.bind(this.pino), message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write(this.pino.trace.bind(this.pino), message, rest);
  }

  setLogLevels(_levels: LogLevel[]): void {
    // LOG_LEVEL sets the level.
  }

  /** Nest appends the context as the last string; the arguments before it may include an error. */
  private write(write: Write, message: unknown, rest: unknown[]): void {
    const texts = rest.filter((part) => typeof part === 'string');
    const context = texts.at(-1);
    const cause = [message, ...rest].find((part) => part instanceof Error);
    const fields: Record<string, unknown> = { context };
    if (cause) fields.err = cause;
    if (texts.length > 1) fields.stack = texts[0];
    if (message instanceof Error) write(fields, message.message);
    else if (typeof message === 'object' && message !== null) write({ ...fields, ...message });
    else write(fields, String(message));
  }
}
