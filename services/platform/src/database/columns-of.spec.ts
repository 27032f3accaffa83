import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { bigintAsNumber, columnsOf } from './columns-of';
import { withIsoTimes } from './iso-times';

@Entity('samples')
class SampleEntity {
  @PrimaryColumn('uuid') id!: string;
  /** A word that SQL reserves. */
  @Column('text') to!: string;
  @Column('text', { name: 'last_error', nullable: true }) lastError!: string | null;
  @Column('bigint', { name: 'output_bytes', nullable: true, transformer: bigintAsNumber }) outputBytes!: number | null;
  @Column('bigint', { transformer: bigintAsNumber }) lease!: number;
  @Column('bigint', { name: 'amount_micros' }) amountMicros!: string;
  @Column('jsonb') details!: { events: string[] };
  @Column('text', { array: true }) transports!: string[];
  @Column('boolean', { name: 'is_final' }) isFinal!: boolean;
  @Column('bytea') secret!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('text', { nullable: true, select: false }) hidden!: string | null;
}

@Entity('lists')
class ListEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { transformer: { to: (list: string[]) => list.join(), from: (text: string) => text.split(',') } })
  words!: string[];
}

describe('columnsOf', () => {
  const id = '019ab000-0000-7000-8000-000000000001';
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = new DataSource({ type: 'postgres', url: database.adminUrl, entities: [SampleEntity] });
    await source.initialize();
    await source.query(
      `CREATE TABLE samples (id uuid PRIMARY KEY, "to" text, last_error text, output_bytes bigint, lease bigint, amount_micros bigint,
         details jsonb, transports text[], is_final boolean, secret bytea, created_at timestamptz, ended_at timestamptz, hidden text)`,
    );
    await source.manager.insert(SampleEntity, {
      ...{
        id,
        to: 'asha@example.com',
        lastError: null,
        outputBytes: 5_000_000_000,
        lease: 3,
        amountMicros: '9007199254740993',
      },
      ...{
        details: { events: ['video.completed'] },
        transports: ['usb', 'nfc'],
        isFinal: false,
        secret: Buffer.from([0, 255]),
      },
      ...{ createdAt: new Date('2026-11-24T09:30:00.123Z'), endedAt: null, hidden: 'hidden' },
    });
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it.each([
    ['of one table', `SELECT ${columnsOf(SampleEntity)} FROM samples`],
    ['of a table with an alias', `SELECT ${columnsOf(SampleEntity, 's')} FROM samples s JOIN samples other USING (id)`],
    [
      'of a change',
      `INSERT INTO samples SELECT * FROM samples ON CONFLICT (id) DO UPDATE SET lease = 3 RETURNING ${columnsOf(SampleEntity, 'samples')}`,
    ],
  ])('selects what the repository reads: %s', async (_, sql) => {
    const [row] = await source.query<SampleEntity[]>(sql);
    expect(row).toEqual({ ...(await source.manager.findOneByOrFail(SampleEntity, { id })) });
    expect(row).toMatchObject({ outputBytes: 5_000_000_000, amountMicros: '9007199254740993', lastError: null });
  });

  it('refuses a transformer that SQL cannot apply', () => {
    expect(() => columnsOf(ListEntity)).toThrow('ListEntity.words');
  });

  it('writes times as messages have them', async () => {
    const [row] = await source.query<SampleEntity[]>(`SELECT ${columnsOf(SampleEntity)} FROM samples`);
    const { createdAt, endedAt, details, transports } = withIsoTimes(row!);
    expect({ createdAt, endedAt, details, transports }).toEqual({
      ...{ createdAt: '2026-11-24T09:30:00.123Z', endedAt: null },
      ...{ details: { events: ['video.completed'] }, transports: ['usb', 'nfc'] },
    });
  });
});
