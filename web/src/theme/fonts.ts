import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@fontsource-variable/bricolage-grotesque/standard.css';
import './fallback-fonts.css';
