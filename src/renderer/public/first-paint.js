// Before the first paint: theme, fitness of a page written ahead, and the code at /id-card?code=show.
// Explained in docs/adr/0005-first-visit.md.
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
function again(event) {
  // The program, or a part that Vite fetches, does not come.
  if (event.target.type !== 'module' && event.type === 'error') return
  if (again.asked || !document.querySelector('#root:empty,[data-ahead]')) return
  again.asked = document.createElement('script')
  again.asked.src = '/load-again.js'
  document.head.append(again.asked)
}
addEventListener('error', again, true)
addEventListener('vite:preloadError', again)
