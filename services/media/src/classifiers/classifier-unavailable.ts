/** A classifier or a hash matcher gave no usable answer. The error does not quote the sent content. */
export class ClassifierUnavailableError extends Error {
  override readonly name = 'ClassifierUnavailableError';
}
