/** The id of a task carries the node of its output, so that any process can read the task without its route. */
export function withOutputNode(id: string, outputNode: string | undefined): string {
  return outputNode === undefined ? id : `${id}/${outputNode}`;
}

export function taskIdIn(externalId: string): string {
  return externalId.split('/')[0] ?? '';
}

export function outputNodeOf(externalId: string): string | undefined {
  return externalId.split('/')[1];
}
