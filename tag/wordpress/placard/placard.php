<?php
/**
 * Plugin Name:       Placard
 * Description:       Puts ad blocks of a Placard network into posts: by itself after a paragraph, as a block of the editor, or by a shortcode. Serves the worker file of notifications.
 * Version:           1.1.0
 * Requires at least: 6.3
 * Requires PHP:      7.4
 * Author:            The Placard engineers
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       placard
 *
 * @package Placard
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

require_once __DIR__ . '/settings.php';

/** The most paragraphs that a block may be put behind. */
const PLACARD_PARAGRAPH_MAX = 50;
/** The greatest height that is kept free, in pixels. */
const PLACARD_HEIGHT_MAX = 5000;
/** Where browsers look for the worker file of notifications. */
const PLACARD_WORKER_PATH = 'placard-push/sw.js';

/**
 * The settings, with what is not set.
 *
 * @return array{script: string, attribute: string, block: int, paragraph: int, heights: string, push: int}
 */
function placard_settings() {
	$stored = get_option( 'placard', array() );
	return array_merge(
		array(
			'script'    => '',
			'attribute' => 'data-placard',
			'block'     => 0,
			'paragraph' => 0,
			'heights'   => '',
			'push'      => 0,
		),
		is_array( $stored ) ? $stored : array()
	);
}

/**
 * Heights on a phone, a tablet and a desktop from a list such as "900,300,300"; none when it is no such list.
 *
 * @param string $text The list.
 * @return int[]
 */
function placard_heights( $text ) {
	$heights = array_map( 'absint', explode( ',', (string) $text ) );
	$heights = array_map(
		static function ( $height ) {
			return min( $height, PLACARD_HEIGHT_MAX );
		},
		$heights
	);
	return 3 === count( $heights ) && min( $heights ) > 0 ? $heights : array();
}

/**
 * The rule that keeps a block's height free, so that the page does not move when the ads come.
 *
 * @param string $selector Selector of the place.
 * @param int[]  $heights  Three heights, or none.
 * @return string
 */
function placard_rule( $selector, $heights ) {
	if ( ! $heights ) {
		return '';
	}
	list( $phone, $tablet, $desktop ) = $heights;
	return sprintf(
		'%1$s{min-height:%2$dpx}@media(min-width:768px){%1$s{min-height:%3$dpx}}@media(min-width:1080px){%1$s{min-height:%4$dpx}}',
		$selector,
		$phone,
		$tablet,
		$desktop
	);
}

/**
 * The HTML of a place. Loads the script on pages that have one.
 *
 * @param int   $block   Number of the block.
 * @param int[] $heights Three heights, or none.
 * @return string
 */
function placard_place( $block, $heights ) {
	$settings = placard_settings();
	if ( $block < 1 || '' === $settings['script'] || is_feed() ) {
		return '';
	}
	if ( function_exists( 'amp_is_request' ) && amp_is_request() ) {
		return placard_amp_place( $settings, $block, $heights );
	}
	wp_enqueue_script( 'placard' );
	$attribute = $settings['attribute'];
	$rule      = placard_rule( sprintf( '[%s="%d"]', $attribute, $block ), $heights );
	return ( '' === $rule ? '' : '<style>' . $rule . '</style>' ) . sprintf( '<div %s="%d"></div>', esc_attr( $attribute ), $block );
}

/**
 * The frame of a place on AMP pages, which run no scripts.
 *
 * @param array $settings The settings.
 * @param int   $block    Number of the block.
 * @param int[] $heights  Three heights, or none.
 * @return string
 */
function placard_amp_place( $settings, $block, $heights ) {
	$network = wp_parse_url( $settings['script'], PHP_URL_HOST );
	$port    = wp_parse_url( $settings['script'], PHP_URL_PORT );
	$site    = wp_parse_url( home_url(), PHP_URL_HOST );
	$source  = sprintf( 'https://%s%s/d/frame/%d?on=%s', $network, $port ? ':' . $port : '', $block, rawurlencode( (string) $site ) );
	return sprintf(
		'<amp-iframe layout="fixed-height" height="%d" width="auto" resizable frameborder="0" title="%s"' .
		' sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" referrerpolicy="origin" src="%s">' .
		'<div overflow tabindex="0" role="button" aria-label="%s">%s</div></amp-iframe>',
		$heights ? $heights[0] : 300,
		esc_attr__( 'Advertisement', 'placard' ),
		esc_url( $source ),
		esc_attr__( 'Show all ads', 'placard' ),
		esc_html__( 'Show all', 'placard' )
	);
}

/** Makes the script, the shortcode and the editor's block known. */
function placard_init() {
	$settings = placard_settings();
	if ( '' !== $settings['script'] ) {
		// The network answers with its own cache times: a version would only break them.
		wp_register_script( 'placard', $settings['script'], array(), null, array( 'strategy' => 'async' ) ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
	}
	add_shortcode( 'placard', 'placard_shortcode' );
	wp_register_script(
		'placard-block',
		plugins_url( 'block.js', __FILE__ ),
		array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n' ),
		'1.0.0',
		true
	);
	register_block_type( __DIR__, array( 'render_callback' => 'placard_shortcode' ) );
}
add_action( 'init', 'placard_init' );

/**
 * The worker file of notifications: the line that loads the network's. Empty while the site has no push block.
 *
 * @return string
 */
function placard_worker() {
	$settings = placard_settings();
	if ( $settings['push'] < 1 || '' === $settings['script'] ) {
		return '';
	}
	// A worker stands alone: it has no page whose scheme it could take.
	$script = 0 === strpos( $settings['script'], '//' ) ? 'https:' . $settings['script'] : $settings['script'];
	$stem   = preg_replace( '#(\.js)?([?\#].*)?$#', '', $script, 1 );
	return 'importScripts(' . wp_json_encode( $stem . '.push-worker.js', JSON_UNESCAPED_SLASHES ) . ");\n";
}

/**
 * Answers with the worker file where browsers look for it.
 *
 * @param object $wp The request.
 */
function placard_serve_worker( $wp ) {
	$worker = PLACARD_WORKER_PATH === $wp->request ? placard_worker() : '';
	if ( '' === $worker ) {
		return;
	}
	status_header( 200 );
	header( 'Content-Type: text/javascript; charset=utf-8' );
	header( 'X-Content-Type-Options: nosniff' );
	header( 'Cache-Control: max-age=86400' );
	echo $worker; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped
	exit;
}
add_action( 'parse_request', 'placard_serve_worker' );

/** Puts the push block on every page, where it asks. It shows nothing, and AMP pages have none: they run no scripts. */
function placard_push() {
	if ( '' === placard_worker() || ( function_exists( 'amp_is_request' ) && amp_is_request() ) ) {
		return;
	}
	echo placard_place( (int) placard_settings()['push'], array() ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped
}
// Before the scripts of the footer, so that the network's is among them.
add_action( 'wp_footer', 'placard_push', 1 );

/**
 * The shortcode `[placard block="41" heights="900,300,300"]`, and the block of the editor. What they do not say is as in the
 * settings.
 *
 * @param array|string $attributes What it says.
 * @return string
 */
function placard_shortcode( $attributes ) {
	$settings   = placard_settings();
	$attributes = shortcode_atts(
		array(
			'block'   => 0,
			'heights' => '',
		),
		is_array( $attributes ) ? $attributes : array(),
		'placard'
	);
	$block      = absint( $attributes['block'] );
	$is_own     = 0 === $block || $block === (int) $settings['block'];
	$heights    = '' === (string) $attributes['heights'] && $is_own ? $settings['heights'] : $attributes['heights'];
	return placard_place( $block > 0 ? $block : (int) $settings['block'], placard_heights( $heights ) );
}

/**
 * Puts the block of the settings behind a paragraph of each post; behind the last one of posts that are shorter.
 *
 * @param string $content The post.
 * @return string
 */
function placard_insert( $content ) {
	$settings  = placard_settings();
	$paragraph = min( (int) $settings['paragraph'], PLACARD_PARAGRAPH_MAX );
	if ( $paragraph < 1 || ! is_singular( 'post' ) || ! in_the_loop() || ! is_main_query() ) {
		return $content;
	}
	$place = placard_place( (int) $settings['block'], placard_heights( $settings['heights'] ) );
	return '' === $place ? $content : placard_behind( $content, $place, $paragraph );
}
// After the editor's blocks and paragraphs are HTML.
add_filter( 'the_content', 'placard_insert', 20 );

/**
 * Puts HTML behind a paragraph that stands in nothing else: not in a quotation, a list or a table.
 *
 * @param string $content   HTML.
 * @param string $place     What is put in.
 * @param int    $paragraph Which paragraph, from 1.
 * @return string
 */
function placard_behind( $content, $place, $paragraph ) {
	if ( ! preg_match_all( '#<(/?)(p|blockquote|ul|ol|table|figure|aside|details)\b[^>]*>#i', $content, $tags, PREG_OFFSET_CAPTURE | PREG_SET_ORDER ) ) {
		return $content . $place;
	}
	$depth = 0;
	$seen  = 0;
	$at    = strlen( $content );
	foreach ( $tags as $tag ) {
		$is_end = '/' === $tag[1][0];
		if ( 'p' !== strtolower( $tag[2][0] ) ) {
			$depth = max( 0, $depth + ( $is_end ? -1 : 1 ) );
		} elseif ( $is_end && 0 === $depth ) {
			++$seen;
			if ( $seen === $paragraph ) {
				$at = $tag[0][1] + strlen( $tag[0][0] );
				break;
			}
		}
	}
	return substr( $content, 0, $at ) . $place . substr( $content, $at );
}
