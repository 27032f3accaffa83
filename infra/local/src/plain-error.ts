/** Something the person at the terminal can mend: shown as its sentence alone, without a stack trace. */
export class PlainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PlainError';
  }
}
