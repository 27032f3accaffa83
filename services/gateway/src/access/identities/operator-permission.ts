import type { LastingAccessKind } from '@luit/contracts/auth/lasting-access';
import type { Permission } from '@luit/contracts/auth/operator-permissions';
import { applyDecorators, RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { lastingAccessOf } from './lasting-access.guard';

const PERMISSION = 'luit:operator-permission';

/** Declares the permission that an operator needs for this route, or for all routes of a controller. `AdminGuard` checks it. */
export const RequiresPermission = (permission: Permission) =>
  applyDecorators(SetMetadata(PERMISSION, permission), ApiExtension('x-operator-permission', permission));

/** @param handler a method of `controller` */
export function permissionOf(handler: object, controller: object): Permission | undefined {
  const read = (of: object) => Reflect.getMetadata(PERMISSION, of) as Permission | undefined;
  return read(handler) ?? read(controller);
}

/** A route of a controller, and the permission that it declares. */
export interface DeclaredRoute {
  /** For example `GET /api/admin/users/:id`. */
  route: string;
  permission?: Permission;
  /** The access it grants that outlives a session. */
  grants?: LastingAccessKind;
}

export function declaredRoutesOf(controller: Type): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  const read = (key: string, of: object) => Reflect.getMetadata(key, of) as unknown;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name]!;
    const [path, method] = [read(PATH_METADATA, handler), read(METHOD_METADATA, handler)];
    if (path === undefined || typeof method !== 'number') return [];
    return [path].flat().map((each) => {
      const whole = `/${String(read(PATH_METADATA, controller))}/${String(each)}`
        .replace(/\/+/g, '/')
        .replace(/\/$/, '');
      return {
        route: `${RequestMethod[method]} ${whole}`,
        permission: permissionOf(handler, controller),
        grants: lastingAccessOf(handler),
      };
    });
  });
}
