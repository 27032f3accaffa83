/** An error that the user can fix. The command line prints its message without a stack trace. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}

/** Another program listens on a port that was free when it was chosen. */
export class PortTakenError extends UserError {}
