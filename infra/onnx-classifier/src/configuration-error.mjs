/** Settings are wrong, or do not fit the model. The program exits with 78 (EX_CONFIG). */
export class ConfigurationError extends Error {
  /** @param {string[]} faults */
  constructor(faults) {
    super(`Invalid configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}
