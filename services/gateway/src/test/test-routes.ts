import { ModulesContainer } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import { type DeclaredRoute, declaredRoutesOf } from '../access/identities/operator-permission';
import type { GatewayTestApp } from './gateway-test-app';

/** Lists the routes of all controllers. */
export function routesOf({ running }: GatewayTestApp): DeclaredRoute[] {
  return controllersOf(running).flatMap(declaredRoutesOf);
}

/** The classes of all bodies and queries. */
export function inputsOf({ running }: GatewayTestApp): Set<Type<object>> {
  const types = controllersOf(running).flatMap(({ prototype }: Type<object>) =>
    Object.getOwnPropertyNames(prototype).flatMap(
      (method) => (Reflect.getMetadata('design:paramtypes', prototype as object, method) ?? []) as Type<object>[],
    ),
  );
  return new Set(types.filter((type) => fieldsOf(type).length > 0));
}

export function fieldsOf({ prototype }: Type<object>): string[] {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype as object) as string[] | undefined;
  return (names ?? []).map((name) => name.slice(1));
}

function controllersOf({ app }: GatewayTestApp['running']): Type[] {
  return [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => (metatype ? [metatype as Type] : []));
}
