import { OutputError } from '@luit/engines/transport/output-error';

/** The content policy refuses the output, which is sealed. */
export class RefusedOutputError extends OutputError {
  constructor(reason: string) {
    super('output_refused', reason, true);
  }
}
