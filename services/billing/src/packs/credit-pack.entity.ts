import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('credit_packs')
export class CreditPackEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @Column('integer')
  credits!: number;

  @Column('integer', { name: 'price_paise' })
  pricePaise!: number;

  @Column('boolean', { name: 'is_popular' })
  isPopular!: boolean;

  @Column('text')
  description!: string;

  @Column('integer', { name: 'savings_percent' })
  savingsPercent!: number;

  @Column('integer')
  position!: number;

  @Column('timestamptz', { name: 'archived_at', nullable: true })
  archivedAt!: Date | null;
}
