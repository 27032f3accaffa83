/** Something the person at the terminal can mend: shown as its sentence alone, without a stack trace. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}
