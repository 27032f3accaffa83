import { LuitError } from '@luit/contracts/errors';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';

/** Reads a whole number of a path or query. Numbers outside of its range would be faults of the service that is called with them. */
@Injectable()
export class WholeNumberPipe implements PipeTransform<unknown, number> {
  constructor(
    private readonly least: number,
    private readonly most: number,
  ) {}

  /** @throws LuitError `validation_failed` */
  transform(value: unknown, { data = 'value' }: ArgumentMetadata): number {
    // Nest converts what looks like a number.
    const number = /^\d{1,10}$/.test(String(value)) ? Number(value) : -1;
    if (number >= this.least && number <= this.most) return number;
    throw new LuitError('validation_failed', `${data} must be a whole number from ${this.least} to ${this.most}.`);
  }
}
