import { hostname } from 'node:os';

const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'];

/** @typedef {(level: string, msg: string, fields?: object) => void} Log */

/**
 * JSON lines like those of the services: `time`, `level`, `service`, `instance`, `msg` and further fields.
 *
 * @param {string} lowest lines below this level are not written
 * @returns {Log}
 */
export function createLog(lowest) {
  const base = { service: 'onnx-classifier', instance: `${hostname()}:${process.pid}` };
  return (level, msg, fields = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(lowest)) return;
    const time = new Date().toISOString();
    process.stdout.write(`${JSON.stringify({ level, time, ...base, ...fields, msg })}\n`);
  };
}
