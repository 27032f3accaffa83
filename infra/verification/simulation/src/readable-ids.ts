import { FUTURE_ID, POISON_ID } from './foreign-rows';
import type { SimulationDatabase } from './simulation-database';
import { userId } from './users';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MAX_USERS = 2;

interface RequestIds {
  id: string;
  /** The providers' knowledge of it. */
  ref: string;
}

/** Replaces ids in the texts of a history by names that people can tell apart, such as `request-2`. */
export class ReadableIds {
  private readonly names = new Map<string, string>([
    [POISON_ID, 'poison'],
    [FUTURE_ID, 'future-event'],
  ]);
  private others = 0;

  private constructor(private readonly refs: RequestIds[]) {
    refs.forEach(({ id }, i) => this.names.set(id, `request-${i + 1}`));
    for (let i = 1; i <= MAX_USERS; i += 1) this.names.set(userId(i), `user-${i}`);
  }

  static async of(database: SimulationDatabase): Promise<ReadableIds> {
    const sql = `SELECT id, client_ref AS ref FROM generation.requests ORDER BY created_at, id`;
    return new ReadableIds(await database.rows<RequestIds>(sql));
  }

  in(text: string): string {
    const named = text.replaceAll(UUID, (id) => this.nameOf(id));
    return this.refs.reduce((result, { id, ref }) => result.replaceAll(ref, this.nameOf(id)), named);
  }

  private nameOf(id: string): string {
    const name = this.names.get(id) ?? `id-${(this.others += 1)}`;
    this.names.set(id, name);
    return name;
  }
}
