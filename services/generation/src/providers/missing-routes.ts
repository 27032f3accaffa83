import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { isOfferedAt } from '@luit/contracts/generation/catalog/lifecycle';
import type { ModelRoute } from '@luit/contracts/generation/catalog/model-routes';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PublishedModel, PublishedModels, readModels } from '../model-revisions/published-models';
import type { LockedRequest } from '../request-state/locked-request';
import { isIntermediate, modelOf } from '../request-state/steps';

interface Found {
  model: string;
  provider: string;
  message: string;
}

/** SQL: routes of revisions in force whose vendor has no such model. */
const MISSING = `missing_routes x JOIN models m ON m.id = x.model AND m.revision = x.revision`;
export const HAS_MISSING_ROUTES = `EXISTS (SELECT FROM ${MISSING})`;

/** Routes that are taken out because their vendor has no such model. They are back when an entry of the model is published. */
@Injectable()
export class MissingRoutes {
  private readonly log = new Logger(MissingRoutes.name);

  constructor(
    private readonly database: DataSource,
    private readonly published: PublishedModels,
  ) {}

  /**
   * Takes out the route of the job, in the transaction that has locked it.
   *
   * @returns whether the revision of the job is in force, so that the job cannot get to this route again
   */
  async takeOut(request: LockedRequest, message: string): Promise<boolean> {
    const { manager, row } = request;
    const [model, provider] = [modelOf(row), row.provider];
    const inForce = (await readModels(manager)).find(({ id }) => id === model)?.revision;
    const revision = isIntermediate(row) ? inForce : row.modelRevision;
    const added = await manager.query<unknown[]>(
      `INSERT INTO missing_routes (model, revision, provider, message)
       SELECT model, revision, $3, $4 FROM model_revisions WHERE model = $1 AND revision = $2
       ON CONFLICT DO NOTHING RETURNING model`,
      [model, revision, provider, message],
    );
    if (added.length > 0)
      this.log.error({ msg: 'Route taken out: the vendor has no such model', model, revision, provider });
    request.afterCommit(() => this.published.forget());
    return revision === inForce;
  }

  async alertCauses(): Promise<AlertCause[]> {
    const found = await this.database.query<Found[]>(`SELECT x.model, x.provider, x.message FROM ${MISSING}`);
    const models = found.length > 0 ? await readModels(this.database.manager) : [];
    const now = new Date();
    return found.flatMap(({ model: id, provider, message }) => {
      const model = models.find((each) => each.id === id);
      if (!model || !isOfferedAt(model.entry, now)) return [];
      return [this.causeOf(model, provider, message)];
    });
  }

  private causeOf(model: PublishedModel, provider: string, message: string): AlertCause {
    const { name, routes } = model.entry;
    const isOffered = this.published.workingProviders(model).length > 0;
    const consequence = isOffered
      ? 'Its jobs go to its other routes.'
      : 'No route is left, so the model is not offered.';
    return {
      kind: 'model_route_missing',
      subject: `${model.id} at ${provider}`,
      summary: `${provider} has no model ${vendorModelOf(routes, provider)}, which the route of ${name} names. ${consequence} Its answer: ${message}`,
      action: `Publish ${name} with a model that ${provider} has, or without this route. If it was a mistake of ${provider}, publish the same entry again.`,
      severity: isOffered ? 'warning' : 'critical',
    };
  }
}

function vendorModelOf(routes: ModelRoute[], provider: string): string {
  const { text, image } = routes.find((route) => route.provider === provider)?.model ?? {};
  return [...new Set([text, image].filter((id) => id !== undefined))].join(' or ');
}
