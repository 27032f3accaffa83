export const CONTENT_REPORTS_PATH = '/api/admin/content-reports';
