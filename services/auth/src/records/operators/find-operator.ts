import { LuitError } from '@luit/contracts/errors';
import type { EntityManager } from 'typeorm';
import { OperatorEntity } from './operator.entity';

/** The operator who acts. @throws LuitError `forbidden` for an unknown one */
export async function findOperator(manager: EntityManager, adminId: string): Promise<OperatorEntity> {
  const admin = await manager.findOneBy(OperatorEntity, { id: adminId });
  if (!admin) throw new LuitError('forbidden', 'You need an operator account to do this.');
  return admin;
}
