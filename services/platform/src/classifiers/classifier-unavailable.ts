/** There is no usable answer of a classifier or a hash matcher. It does not quote what was sent. */
export class ClassifierUnavailableError extends Error {
  override readonly name = 'ClassifierUnavailableError';
}
