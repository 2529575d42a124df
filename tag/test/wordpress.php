<?php
// Loads the plugin into the least of WordPress that it calls, and does what WordPress would do with it. Prints what came of each
// step, as JSON.
define( 'ABSPATH', '/' );
$GLOBALS['options']  = array();
$GLOBALS['errors']   = array();
$GLOBALS['enqueued'] = array();
$GLOBALS['amp']      = false;
// WordPress's own ends the answer's first line; here it is said.
function status_header( $code ) { echo "$code\n"; }
function add_action() {}
function add_filter() {}
function add_shortcode() {}
function add_settings_error( $page, $code ) { $GLOBALS['errors'][] = $code; }
function get_option( $name, $default ) { return $GLOBALS['options'][ $name ] ?? $default; }
function absint( $number ) { return abs( (int) $number ); }
function is_feed() { return false; }
function is_singular() { return true; }
function in_the_loop() { return true; }
function is_main_query() { return true; }
function amp_is_request() { return $GLOBALS['amp']; }
function home_url() { return 'https://harborpost.example'; }
function plugins_url( $name ) { return $name; }
function wp_parse_url( $url, $part ) { return parse_url( $url, $part ); }
function wp_enqueue_script( $name ) { $GLOBALS['enqueued'][] = $name; }
function sanitize_text_field( $text ) { return trim( strip_tags( $text ) ); }
function esc_url_raw( $url, $protocols = array() ) { return preg_match( '#^(https?:)?//#', $url ) ? str_replace( array( '"', "'", '<', '>' ), '', $url ) : ''; }
function esc_url( $url ) { return htmlspecialchars( esc_url_raw( $url ), ENT_QUOTES ); }
function esc_attr( $text ) { return htmlspecialchars( $text, ENT_QUOTES ); }
function esc_html( $text ) { return esc_attr( $text ); }
function __( $text ) { return $text; }
function esc_attr__( $text ) { return esc_attr( $text ); }
function esc_html__( $text ) { return esc_attr( $text ); }
function wp_json_encode( $value, $flags ) { return json_encode( $value, $flags ); }
function shortcode_atts( $known, $said ) { return array_merge( $known, array_intersect_key( $said, $known ) ); }

require __DIR__ . '/../wordpress/placard/placard.php';

// The worker file ends the answer: in a process of its own.
if ( 'worker' === ( $argv[1] ?? '' ) ) {
	ob_start();
	$GLOBALS['options']['placard'] = placard_sanitize( array( 'script' => '//ads.example/p.js', 'attribute' => '', 'block' => '41', 'paragraph' => '2', 'heights' => '', 'push' => '57' ) );
	placard_serve_worker( (object) array( 'request' => 'placard-push/sw.js' ) );
	exit( 'It goes on.' );
}

$said = array();
$said['not set up'] = placard_shortcode( array( 'block' => '41' ) );
$hostile            = placard_sanitize(
	array(
		'script'    => 'javascript:alert(1)',
		'attribute' => 'onload="x"',
		'block'     => '-7x',
		'paragraph' => '999',
		'heights'   => '1,2,}body{',
	)
);
$said['hostile settings'] = array( $hostile, $GLOBALS['errors'] );
$said['no settings']      = placard_sanitize( 'x' );

$GLOBALS['options']['placard'] = placard_sanitize(
	array(
		'script'    => '<script async src="//ads.example/p.js"></script>',
		'attribute' => '',
		'block'     => '41',
		'paragraph' => '2',
		'heights'   => '900, 300,300',
		'push'      => '0',
	)
);
$said['settings']         = $GLOBALS['options']['placard'];
$said['shortcode']        = placard_shortcode( '' );
$said['another block']    = placard_shortcode( array( 'block' => '7' ) );
$said['hostile shortcode'] = placard_shortcode( array( 'block' => '7"><script>', 'heights' => '1,1,1}</style><script>' ) );
$said['enqueued']         = array_unique( $GLOBALS['enqueued'] );
$post                     = '<p>One</p><blockquote><p>Said</p></blockquote><ul><li><p>x</p></li></ul><p class="b">Two</p><p>Three</p>';
$said['post']             = str_replace( placard_shortcode( '' ), '[ads]', placard_insert( $post ) );
$said['short post']       = str_replace( placard_shortcode( '' ), '[ads]', placard_insert( '<p>One</p>' ) );
$said['no paragraphs']    = str_replace( placard_shortcode( '' ), '[ads]', placard_insert( 'One' ) );
function placard_pushed() {
	ob_start();
	placard_push();
	return array( placard_worker(), ob_get_clean() );
}
$said['no push']                       = placard_pushed();
$GLOBALS['options']['placard']['push'] = 57;
$said['push']                          = placard_pushed();
// Other addresses are WordPress's own.
placard_serve_worker( (object) array( 'request' => 'placard-push/other.js' ) );
$GLOBALS['amp']           = true;
$said['amp']              = placard_shortcode( '' );
$said['push on amp']      = placard_pushed()[1];
echo json_encode( $said );
