import { z } from 'zod';
import { example } from '../generation/examples';

export const exampleView = example
  .omit({ outputKey: true, posterKey: true })
  /** Signed links, which expire after one to two hours. */
  .extend({ videoUrl: z.string(), posterUrl: z.string() });
/** A video that operators show to everyone. */
export type ExampleView = z.infer<typeof exampleView>;
