import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { declaredRoutesOf } from './operator-permission';

/** Routes that people use before they have a session. */
const OPEN_ROUTES = ['POST /api/admin/login', 'POST /api/admin/invitations/accept'];

/** Stops the start of the gateway if a route of operators declares no permission. */
@Injectable()
export class PermissionCheck implements OnModuleInit {
  constructor(private readonly modules: ModulesContainer) {}

  onModuleInit(): void {
    const controllers = [...this.modules.values()].flatMap((module) => [...module.controllers.values()]);
    const undeclared = undeclaredRoutes(controllers.flatMap(({ metatype }) => (metatype ? [metatype as Type] : [])));
    if (undeclared.length > 0) throw new Error(`Declare @RequiresPermission for: ${undeclared.join(', ')}`);
  }
}

export function undeclaredRoutes(controllers: Type[]): string[] {
  return controllers
    .flatMap(declaredRoutesOf)
    .filter(({ route, permission }) => / \/api\/admin(\/|$)/.test(route) && !permission && !OPEN_ROUTES.includes(route))
    .map(({ route }) => route);
}
