import { ModulesContainer } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import { type DeclaredRoute, declaredRoutesOf } from '../identities/operator-permission';
import type { GatewayTestApp } from './gateway-test-app';

/** Lists the routes of all controllers. */
export function routesOf({ running }: GatewayTestApp): DeclaredRoute[] {
  return [...running.app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => (metatype ? declaredRoutesOf(metatype as Type) : []));
}
