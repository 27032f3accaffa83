import type { GatewayConfig } from '../config';
import { filesOriginOf } from '../files/file-links.service';

type Addresses = Pick<GatewayConfig, 'checkoutOrigins' | 'filesUrl' | 'webUrl'>;

/** The document that the payment provider's script runs in, framed by the pages that sell. */
const CHECKOUT_PATH = '/checkout';
/** Pages of libraries that carry inline styles: Swagger UI and Bull Board. */
const TOOLS = ['/api/docs', '/api/admin/queues/board'];

/**
 * The one style element that our pages add at run time, the toasts' of sonner 2.0.8: first empty, then filled. The journeys
 * fail on a violation, so they tell when a new version needs another hash.
 */
const TOAST_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

type DocumentHeaders = Record<'content-security-policy' | 'x-frame-options', string>;

/**
 * Headers that say what a document may load and who may frame it, by path. Only the checkout's document admits the payment
 * provider; every other page loads our own files and nothing else.
 */
export function documentHeaders(config: Addresses): (path: string) => DocumentHeaders {
  const page = headersOf(pageDirectives(config), config);
  const operators = headersOf(operatorsDirectives(config), config);
  const tool = headersOf({ ...pageDirectives(config), 'style-src': ["'self'", "'unsafe-inline'"] }, config);
  const checkout = headersOf(checkoutDirectives(config), config);
  return (path) => {
    if (path === CHECKOUT_PATH) return checkout;
    if (TOOLS.some((tool) => isUnder(path, tool))) return tool;
    return isUnder(path, '/admin') ? operators : page;
  };
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

type Directives = Record<string, string[]>;

function pageDirectives(addresses: Addresses): Directives {
  const { webUrl } = addresses;
  const files = [filesOriginOf(addresses) ?? []].flat();
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...TOAST_STYLES],
    // Pages that are prerendered carry `style` attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...files],
    'media-src': ["'self'", 'data:', 'blob:', ...files],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", webUrl.replace(/^http/, 'ws'), ...files],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}

/** Styles that scripts set on elements are no inline styles to a browser, so operators' pages need no exception for them. */
function operatorsDirectives(config: Addresses): Directives {
  return {
    ...pageDirectives(config),
    'default-src': ["'none'"],
    'style-src-attr': ["'none'"],
    'frame-src': ["'none'"],
    'base-uri': ["'none'"],
  };
}

/** The provider's script puts a frame and inline styles of its own on the page. */
function checkoutDirectives(config: Addresses): Directives {
  const { checkoutOrigins } = config;
  const own = pageDirectives(config);
  const widened = ['script-src', 'img-src', 'connect-src', 'frame-src', 'form-action'] as const;
  return {
    ...own,
    ...Object.fromEntries(widened.map((name) => [name, [...(own[name] ?? []), ...checkoutOrigins]])),
    'style-src': ["'self'", "'unsafe-inline'"],
    'frame-ancestors': ["'self'"],
  };
}

/** Without TLS nothing is asked to upgrade to it. */
function headersOf(directives: Directives, { webUrl }: Pick<GatewayConfig, 'webUrl'>): DocumentHeaders {
  const parts = Object.entries(directives).map(([name, sources]) => [name, ...sources].join(' '));
  const upgrade = webUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : [];
  const isFramed = directives['frame-ancestors']?.includes("'self'") ?? false;
  return {
    'content-security-policy': [...parts, ...upgrade].join(';'),
    'x-frame-options': isFramed ? 'SAMEORIGIN' : 'DENY',
  };
}
