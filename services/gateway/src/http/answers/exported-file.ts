import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

type Options = ConstructorParameters<typeof StreamableFile>[1];

/** An exported file. The audit log records the export with its number of rows. */
export class ExportedFile extends StreamableFile {
  private constructor(
    content: Buffer | Readable,
    /** Final once the content has been read. */
    readonly rows: () => number,
    readonly isComplete: () => boolean,
    options: Options,
  ) {
    // The base class accepts both types, but has no overload for their union.
    super(content as Buffer, options);
  }

  static of(content: Buffer, rows: number, options: Options): ExportedFile {
    return new ExportedFile(
      content,
      () => rows,
      () => true,
      options,
    );
  }

  /** @param pages yields text with the number of rows in it */
  static streamed(pages: AsyncIterable<{ text: string; rows: number }>, options: Options): ExportedFile {
    let rows = 0;
    let isComplete = false;
    const texts = async function* () {
      for await (const page of pages) {
        rows += page.rows;
        yield page.text;
      }
      isComplete = true;
    };
    return new ExportedFile(
      Readable.from(texts()),
      () => rows,
      () => isComplete,
      options,
    );
  }
}
