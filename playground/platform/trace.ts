/**
 * Returns a Python traceback as the console leaks it: frames with files, lines and code, then the error. `where` is
 * `file:line function` of the innermost frame.
 */
export function traceback(where: string, error: string): string {
  const [place = '', fn = 'post'] = where.split(' ');
  const [file = '', line = '1'] = place.split(':');
  return [
    'Traceback (most recent call last):',
    '  File "/usr/lib/python3/site-packages/rest_framework/views.py", line 512, in dispatch',
    '    response = handler(request, *args, **kwargs)',
    '               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
    `  File "/app/console/${file}", line ${line}, in ${fn}`,
    `    return self.${fn}_checked(request, *args, **kwargs)`,
    error,
    '',
  ].join('\n');
}
