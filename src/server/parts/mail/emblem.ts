/**
 * `resources/emblem.svg` at twice its size in mails, as a PNG: mail programs show no SVG. It is text here, because the
 * built server is one file, and drawn beforehand, because a mail must not wait for the reader of pictures.
 */
export const EMBLEM_EDGE_PX = 40
/** Its name inside the mail: `cid:` and this. */
export const EMBLEM_ID = 'emblem'
export const EMBLEM_PNG_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAFAAAABQCAMAAAC5zwKfAAADAFBMVEVMaXH1tivxtivusynxtSvxtivxtivxtSzytiv0tC7/' +
  'xADytSvytivztSvxtyzytivxtSvxtyrytivztizytiv2tyzytSzxtivxtSvytiv/tknovCzrsCfxtSvytivxtivytivytivx' +
  'tSzytizxtizytivwtyrxtSzytizutCnytivxtSvytivwtyvxtSvytSvxtivxtSvxtSzwuCrwtC30uCvxtizytSvxtCvytioN' +
  'X0EQFxPytiz///80bj2wISvxtizutCtKdzwSY0Xrsy3tsishZj8wbD73+vl4iDcVGRQSFxPpryuwnTLTcCsVYkCyiCQlblMo' +
  'cVcZZ0sQYkP+/v7dpyrwtSt/ijbhry4uLBaBrJwxd14OYEEcZT8YZD+1nzEaHxRReTpxhTfVqy6kmDOAZh9uWR3SqS9rgjg5' +
  'cD3hqisQYECHaiBOQxqhwbUWZUj6/Pysyb7U491kmYZXkHvK3NUYHBQ9Nhg0MBeUdCE9cjxzXR41bj0kJBU5NBfqsSvdri7p' +
  'sixXezpAcjxTRhpHPhlpVhzZ5uGavbGWuq0tdVuMs6Q/gWkmaT8fa0+Gr6CPkDVdk39FhG2znTIraj4gIhWpmjO9ojEjZz9e' +
  'fjqgfCOSkTVgTxzGlycTYUC5oDFuhDhcTBwoKBauhiWbeSLGpjC+kSajfSPKpy+5jybBlCdIh28laD45fGM3e2Lj7emFrp/C' +
  '189OinTf6uakw7dTjXhCgmt2pZR7iTePcCFlgDlqgznXrC9jgDqJjjblrSrDpDHRqi+VkjTAkiablTSRcSFiURysmzJ2Xx4n' +
  'aT6CjDZDczzisC6GjTXtqyy7OSvrpSzqoiy4MStZQjeQVjFGGhtXSRvSnynVoSjImCdigDnmsS6kgCNDOxmgljOObyB/HiSY' +
  'VSTy9vW60cljmIV6YR8VZEdIdTvz9/VwoI5voI4eak7I29TO3ti0zcQoaT+PHyYeGBUqaz/fqSqjIClRGxyXIifWmynWdivJ' +
  'Wiu+QStsPB9sUTZtUTZRNBsAi0UlAAAAOnRSTlMAGvgPu6781I0IAWrrKkqgh07MProcUNHkZQMLDcKT5+7vlsW+sVmpRB+3' +
  'vNw1mceDb3IkIi+Jxl1UdQ9/FAAAAAlwSFlzAAASdAAAEnQB3mYfeAAABhhJREFUWMPdmWdAE0kUgDEmMdKbgoKKvZ9e8e7c' +
  'fQtJCIQEPaQooAKK0lVEiqBYsPfe+1nOs5699967Xu+991682b6wu8lu4JfvD8y+eR8zb968mXm4uT0h0shgaFSHOC8fDYDG' +
  'x6tuaA3baY2QnJWVDMbAdg1rS2sa0KolwKQ1P2PY0jUWgLDmAU1dp9Vv7OMJAGfz0jFK0vPOoqanT+P6rqyCn8Ffj8zPnR6H' +
  'CWTc6XPoo97f4FdPKSnEy9vD0JkcGVhW2KyYSMKPrjCRWk+twcPbK0QWZNBptW2CgjVAS+qgFHMcJiNx5uuDbjIdNcFBnbVa' +
  'nUEEbMB0sOQuOW/LnFeTER9f88sPmbbzg3ItjFkDCWCe2Zx/TW5UAwbIjfZavtmcJwkMx+Qlac+eJAfqcNXAUoIorSWQ81nk' +
  'wMOHSsoIoqzk0OGBkSK1UuDOmdxsZxKcHOSAM3eqBI76MpH7/UhfGtd3Afcp8eNR6oDxRcTXfGtRDMmLWcR/+YooilcOHJmw' +
  'exZBFM+dzQ4ykgay802cPbeYIGbtThipCJhUyPtsRgL1aTGaLpr2YqqRMIPXFyYpGWHaAMZnxLfzmagmihfP/Y5gYvubfYy6' +
  '75w0hT6kfUaM+pxpf78AzTbpCLsOkQcpdUyJ8kUpoywS2Ob8aj/QrCl1mfJVTiyiLD6V2xgllLooUTFwPxGzt/QAUSgHLCQO' +
  'lO6NIfYrBs7ZNxAFz4JiPqWsXLo0ej3XnDELBczsT+YoBr5G/6B2btpYW++hRjLlGYf2tuWnUbu7WjdV2SY6ZShUk9yU6Fqk' +
  'r/SFk3iU8bN+dEpfmO4q8O1UwdCi1uJ9mF+rVrkEzMgSTrXXCBwfzrXez1APjH5FyOtXjuP4Rr69bZda4DzhYhj79Ec8vEK4' +
  'OPPUATOE49tcgVMS20vwcVu6GuCwJbzlxOk4K9OFxN7DVACPClZ3Ks5L/60Cok050GrhzdbiQrFv4TUWq2KgYMLv4jXkmGDS' +
  'DoFBwN3bxgrCZXxNIP4Br53C3fIgSATsxquv8A6cJuLhsX049XLWYgq0FgG1YGZD2sRZ5OASsuxNVm1iE4UZAkVAHUxmtEM4' +
  '3hZcUt5LZju8zJhMBp0I2IrTckuybrQ0EF/N9rjCjaG5CPgMLGSCmk1ZBf1lePgmNsDfYYJ7DTwtAvqxUWBlHTQNlxUu71jZ' +
  'SXmLgM9CFa3MZPpWyvPwTey6ZdJXgyp4Tnxrb8H8uTy666u4I9nMAE8wk2oh8QxoD8cprY3q+dZoh8Cp1fbzCWgvAfSALD4x' +
  'yC8Is6fP0MCjlMly8JAA1tNbMtgwTB6BOxFmzkOo5GnRS76rmgF1+Bx36kBSKmngKdLiFLSRfEt5wAZS/QXq97pT4AQaeIO0' +
  '2ABNJIGhLWEsUu9C/aY6BdrpwFlJJacwmRff8/SynAQYIzAdX14+IrtCRHyD5J2kl8RX5v1YT2PMRx0uCndJbA65zTaLh0gl' +
  'sYuoe75RI/vUNVBenMyc65SrdlDnlEQQXWI3ygbZAaInvCeZw9aTN5Coy8ho9PAoylPTJZyYTb6B0Q1vFbRw8MBvAlUoZ96i' +
  'KFuHj6FvR9U8yslVpLiFYStTZZaYFvdOZIqLnlTtBrfdLgXMQcdeNHlcBLo7LDW0JPPsdSHvwmDJuFkLkEJuqzAnxYeeRpMZ' +
  'ixNcbHZI89DNKTcOM5uMPZ0VMbpDqhWbwp1T22V4+EbTDcx6E7o7rYq4t4WCfx88fImWj+xyW+Xxwwf/FUBbdwV1lmZw734E' +
  'LR/Gyu69RxH370EbRaUrRLx7h+L9aJffzI/u3IVuoQpLVK3h9t+I9+tPDrLDP7ehmeKSVUMdRP0VEfGbA97lKGirolTX9CmA' +
  'P3+Xd6B9DEArdWW6FzXwxwQ5XsU60DRRW57r2gUm5kiOMTZnInTpqr7gF4qmva5cIvlfAPAJcakg2TgYTMeW1bjLXTJBsJ+r' +
  'Jc4QXz30yhYc+fbKM6BvHurmuvQIRNfiSmY/D76KEmSnHrUs63bwB/glG121x2cXAPh3qH3Z2d37BXQirF6NToPW3u5udSIB' +
  'OlTf1esC6rDW3tHXt+OT8m+I/wFqIf6xPaCczQAAAABJRU5ErkJggg=='
