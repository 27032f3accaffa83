export interface Build {
  errors: number;
  /** The compiler's messages, without its status lines. */
  messages: string;
}

/** `03:04:05 PM - Found 2 errors. Watching for file changes.` ends a build of `tsc --watch`. */
const END = /^.*Found (\d+) errors?\. Watching for file changes\.$/m;
const STATUS = /^\d{2}:\d{2}:\d{2} [AP]M - /;

/** Splits the output of `tsc --watch` into finished builds. */
export class CompilerOutput {
  private pending = '';

  /** @returns the builds that end in this chunk */
  append(chunk: string): Build[] {
    this.pending += chunk;
    const builds: Build[] = [];
    for (let end = END.exec(this.pending); end; end = END.exec(this.pending)) {
      const lines = this.pending.slice(0, end.index).split('\n');
      builds.push({
        errors: Number(end[1]),
        messages: lines
          .filter((line) => !STATUS.test(line))
          .join('\n')
          .trim(),
      });
      this.pending = this.pending.slice(end.index + end[0].length);
    }
    return builds;
  }
}
