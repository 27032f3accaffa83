/** An error that the user can fix. The command line prints its message without a stack trace. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}

/** An invalid command line; the program exits with 2. */
export class UsageError extends UserError {}
