import { OPERATOR_LISTS, type OperatorListName, unknownViewParams } from '@luit/contracts/auth/operator-lists';
import { isPermitted } from '@luit/contracts/auth/operator-permissions';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import { MAX_SAVED_VIEWS } from '@luit/contracts/auth/limits';
import type { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AdminEntity } from '../admins/admin.entity';
import { findOperator } from '../admins/find-operator';
import { AuditLogService } from '../audit-log/audit-log.service';

const MAX_LISTED = 200;

interface Row {
  id: string;
  adminId: string;
  list: OperatorListName;
  name: string;
  params: Record<string, string>;
  isShared: boolean;
  maker: string;
}

/** Filters, sorting and search of a list that operators named, for themselves or for all operators. */
@Injectable()
export class SavedViewsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws LuitError `forbidden` */
  async list({ adminId, list }: RequestOf<typeof authCalls.listSavedViews>): Promise<{ views: SavedView[] }> {
    const admin = await findOperator(this.database.manager, adminId);
    requireList(admin, list);
    const rows = await this.database.query<Row[]>(
      `${VIEWS} WHERE v.list = $1 AND (v.admin_id = $2 OR v.is_shared)
        ORDER BY v.admin_id <> $2, lower(v.name), v.id LIMIT ${MAX_LISTED}`,
      [list, adminId],
    );
    return { views: rows.map((row) => toView(row, admin)) };
  }

  /** @throws LuitError `validation_failed`, `conflict`, `forbidden` */
  async create(input: RequestOf<typeof authCalls.createSavedView>): Promise<SavedView> {
    const { adminId, list, name, params, isShared } = input;
    return this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      requireList(admin, list);
      requireParams(list, params);
      await lockViewsOf(manager, adminId);
      const [{ count }] = await manager.query<[{ count: number }]>(
        `SELECT count(*)::int AS count FROM saved_views WHERE admin_id = $1`,
        [adminId],
      );
      if (count >= MAX_SAVED_VIEWS)
        throw new LuitError('conflict', `You have ${MAX_SAVED_VIEWS} saved views already. Delete one first.`);
      const row: Row = { id: uuidv7(), adminId, list, name, params, isShared, maker: admin.email };
      await requireUnusedName(manager, row);
      await manager.query(
        `INSERT INTO saved_views (id, admin_id, list, name, params, is_shared) VALUES ($1, $2, $3, $4, $5, $6)`,
        [row.id, adminId, list, name, JSON.stringify(params), isShared],
      );
      return toView(row, admin);
    });
  }

  /** @throws LuitError `validation_failed`, `conflict`, `not_found`, `forbidden` */
  async change(input: RequestOf<typeof authCalls.changeSavedView>): Promise<SavedView> {
    const { adminId, viewId } = input;
    return this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      const view = await this.lock(manager, admin, viewId);
      const { name = view.name, params = view.params, isShared = view.isShared } = input;
      const changed: Row = { ...view, name, params, isShared };
      if (input.params) requireParams(view.list, params);
      if (input.name) await requireUnusedName(manager, changed);
      await manager.query(
        `UPDATE saved_views SET name = $2, params = $3, is_shared = $4, updated_at = now() WHERE id = $1`,
        [viewId, name, JSON.stringify(params), isShared],
      );
      await this.audit(manager, admin, view, 'saved_view_changed');
      return toView(changed, admin);
    });
  }

  /** @throws LuitError `not_found`, `forbidden` */
  async delete({ adminId, viewId }: RequestOf<typeof authCalls.deleteSavedView>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      const view = await this.lock(manager, admin, viewId);
      await manager.query(`DELETE FROM saved_views WHERE id = $1`, [viewId]);
      await this.audit(manager, admin, view, 'saved_view_deleted');
    });
  }

  /** Locks a view that the operator may change. */
  private async lock(manager: EntityManager, admin: AdminEntity, viewId: string): Promise<Row> {
    const [found] = await manager.query<Row[]>(`${VIEWS} WHERE v.id = $1`, [viewId]);
    if (!found || !isVisible(found, admin)) throw notFound();
    if (!mayChange(found, admin))
      throw new LuitError('forbidden', `Only ${found.maker} and owners can change this view.`);
    requireList(admin, found.list);
    await lockViewsOf(manager, found.adminId);
    // It may have changed before the lock was granted.
    const [view] = await manager.query<Row[]>(`${VIEWS} WHERE v.id = $1 FOR UPDATE OF v`, [viewId]);
    if (!view || !isVisible(view, admin)) throw notFound();
    return view;
  }

  /** What operators do with their own views affects nobody's data, so only changes of others' views are recorded. */
  private async audit(
    manager: EntityManager,
    { id: adminId, email: adminEmail }: AdminEntity,
    view: Row,
    action: 'saved_view_changed' | 'saved_view_deleted',
  ): Promise<void> {
    if (view.adminId === adminId) return;
    // Without its name and filters, which may name a person: a deletion of an account does not reach the audit log.
    const details = { list: view.list, maker: view.maker };
    await this.auditLog.write(manager, { adminId, adminEmail, action, subject: view.id, details });
  }
}

const VIEWS = `SELECT v.id, v.admin_id AS "adminId", v.list, v.name, v.params, v.is_shared AS "isShared", a.email AS maker
  FROM saved_views v JOIN admins a ON a.id = v.admin_id`;

/** Changes of the views of one operator wait for each other, so that names stay unique and the limit is kept. */
async function lockViewsOf(manager: EntityManager, adminId: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtext('saved_views'), hashtext($1))`, [adminId]);
}

function requireList({ role }: AdminEntity, list: OperatorListName): void {
  if (isPermitted(role, OPERATOR_LISTS[list].permission)) return;
  throw new LuitError('forbidden', 'Your role does not include this list.');
}

function requireParams(list: OperatorListName, params: Record<string, string>): void {
  const unknown = unknownViewParams(list, params);
  if (unknown.length > 0) throw new LuitError('validation_failed', `This list has no filter ${unknown.join(', ')}`);
}

async function requireUnusedName(manager: EntityManager, { id, adminId, list, name }: Row): Promise<void> {
  const [same] = await manager.query<object[]>(
    `SELECT FROM saved_views WHERE admin_id = $1 AND list = $2 AND lower(name) = lower($3) AND id <> $4`,
    [adminId, list, name, id],
  );
  if (same) throw new LuitError('conflict', 'There is already a view with this name.');
}

function isVisible({ adminId, isShared }: Row, { id }: AdminEntity): boolean {
  return isShared || adminId === id;
}

function mayChange({ adminId }: Row, { id, role }: AdminEntity): boolean {
  return adminId === id || role === 'owner';
}

function toView(row: Row, admin: AdminEntity): SavedView {
  const { id, name, params, isShared, maker } = row;
  return { id, name, params, isShared, isOwn: row.adminId === admin.id, maker, mayChange: mayChange(row, admin) };
}

function notFound(): LuitError {
  return new LuitError('not_found', 'View not found. Its creator may have deleted it or stopped sharing it.');
}
