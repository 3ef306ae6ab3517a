/** Whether a request reads: its body is ignored, and its answer can be cached. */
export function isRead({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD'
}
