import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { getMetadataStorage } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { assertKnownFields } from '../http/requests/validation.pipe';

/**
 * Refuses fields of queries and JSON bodies that a route does not declare, because a typing error in an optional field would change the
 * result and its price. Forms, messages of agents, and bodies that the handler reads itself are validated where they are read.
 */
@Injectable()
export class KnownFieldsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { url, query, body, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    assertKnownFields(Object.keys(query as object), declaredFields(context, RouteParamtypes.QUERY));
    const isRead =
      !url.startsWith('/mcp') &&
      (routeOptions.config.bodyKind ?? 'json') === 'json' &&
      typeof body === 'object' &&
      body !== null;
    if (isRead) assertKnownFields(Object.keys(body), declaredFields(context, RouteParamtypes.BODY));
    return true;
  }
}

/** The fields of the class of a parameter; none without the parameter. */
function declaredFields(context: ExecutionContext, kind: RouteParamtypes): ReadonlySet<string> {
  const controller = context.getClass();
  const { name } = context.getHandler();
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as Type[];
  const declared = Object.entries(parameters).flatMap(([key, { index }]) =>
    key.startsWith(`${kind}:`) ? fieldsOf(types[index]!) : [],
  );
  return new Set(declared);
}

function fieldsOf(type: Type): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return rules.map(({ propertyName }) => propertyName);
}
