import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth } from '@nestjs/swagger';

/** Documents that operators authenticate with a bearer token or with the cookie of their browser. */
export const ApiOperatorAuth = () => applyDecorators(ApiBearerAuth('admin'), ApiCookieAuth('operatorCookie'));
