// Runs before the first paint. A file of its own, because the content security policy allows no inline script.
// 1. Nobody who chose dark is flashed with white; ui/theme.ts takes over from here.
// 2. Some pages come written ahead, in the language that the browser asked for. Whoever chose another language, or is
//    signed in where the page is for visitors (or the other way round), or comes with a question in the address, waits for the script before a blank page.
// 3. The shortcut of the card: early-code.js draws its code.
try {
  var root = document.documentElement
  var chosen = localStorage.getItem('theme')
  var dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  var language = localStorage.getItem('language')
  var signedIn = localStorage.getItem('user') || sessionStorage.getItem('user')
  var meant = !signedIn === (root.dataset.aheadFor !== 'member')
  if (signedIn && location.pathname + location.search === '/id-card?code=show') {
    var early = document.createElement('script')
    early.src = '/early-code.js'
    document.head.append(early)
  }
  if (!meant || location.search || (language && language !== root.lang)) root.dataset.notAhead = ''
} catch {
  // Storage is closed to us: the style sheet's light theme stands.
}
