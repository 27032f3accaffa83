import { z } from 'zod';

/** A file that a node saved. */
export interface SavedFile {
  filename: string;
  subfolder: string;
}

const saved = z.object({ filename: z.string().min(1), subfolder: z.string().default(''), type: z.literal('output') });
/** Nodes report their files in lists under different names: `images` also for videos, `gifs` by widespread nodes. */
export const nodeOutputs = z.record(z.string(), z.record(z.string(), z.unknown()));
export type NodeOutputs = z.infer<typeof nodeOutputs>;

/** The better an output, the earlier its group: videos before animations before images before anything else. */
const GROUPS = [/\.mp4$/i, /\.(webm|mov|mkv|m4v)$/i, /\.(gif|webp)$/i, /\.(png|jpe?g)$/i];

export const rankOf = (name: string) => {
  const group = GROUPS.findIndex((pattern) => pattern.test(name));
  return group === -1 ? GROUPS.length : group;
};

/** The file of the output node, or the best one of any node; null if none was saved. Previews are not saved as output. */
export function outputFileOf(outputs: NodeOutputs, outputNode: string | undefined): SavedFile | null {
  const nodes = outputNode === undefined ? Object.values(outputs) : [outputs[outputNode] ?? {}];
  const files = nodes.flatMap((node) => Object.values(node).flatMap(filesOf));
  return files.reduce<SavedFile | null>(
    (best, file) => (best === null || rankOf(file.filename) < rankOf(best.filename) ? file : best),
    null,
  );
}

function filesOf(list: unknown): SavedFile[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    const { data } = saved.safeParse(entry);
    return data ? [data] : [];
  });
}
