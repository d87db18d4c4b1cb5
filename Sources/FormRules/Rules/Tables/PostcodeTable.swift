/// How postcodes are written in each country.
///
/// Own notation after the conventions of Google's libaddressinput and the addressing guides of the
/// Universal Postal Union: `#` is a digit, `@` a letter, `?` either, `*` a letter that ends British
/// postcodes (not CIKMOV), `~` one that Eircodes use (digits and ACDEFHKNPRTVWXY), `[…]` one of
/// these; a blank may be there, `-` may be there, `_` is one of both or nothing, `=` must be a
/// hyphen, `+` a blank or hyphen; `{…}` may be left out, `|` separates alternatives. Anything else is
/// itself, letters in either case.
///
/// Britain has 124 areas (one or two letters before the district). A letter follows the district in
/// central London alone, a district 0 is in nine areas (Royal Mail, Programmers' Guide to PAF).
enum PostcodeTable {
  /// A line for each country: its ISO 3166-1 code of two letters, and its notation.
  static let countries = """
    AC ASCN 1ZZ
    AD AD[1-7]##
    AF ####
    AI {AI-}2640
    AL ####
    AM {37}####
    AR {[A-HJ-NP-Z]}[1-9]###{@@@}
    AS 96799{+####}
    AT [1-9]###
    AU ####
    AX 22###
    AZ {AZ }####
    BA [78]####
    BB BB#####
    BD [1-9]###
    BE [1-9]###
    BG [1-9]###
    BH [1-9]##|1[0-2]##
    BL 97[0178]##
    BM @@ ??
    BN @@ ####
    BR #####-###
    BT #####
    BY 2[1-4]####
    CA [ABCEGHJ-NPRSTVXY]#[ABCEGHJ-NPRSTV-Z]_#[ABCEGHJ-NPRSTV-Z]#
    CC 6799
    CH [1-9]###
    CL ###-####
    CN 0[1-7]####|1[0-356]####|2[0-7]####|3[0-6]####|4[0-7]####|5[1-7]####|6[1-7]####|7[1-5]####|\
    8[1345]####|9[09]####
    CO 0[58]####|1[135789]####|2[0357]####|4[147]####|5[024]####|6[368]####|7[036]####|8[1568]####|\
    9[14579]####
    CR ####{#}
    CU {CP }[1-9]####
    CV ####
    CX 6798
    CY ####
    CZ [1-7]## ##
    DE 0[1-9]###|[1-9]####
    DK ####
    DO #####
    DZ #####
    EC {EC}######|@####@
    EE #####
    EG #####
    EH #####
    ES 0[1-9]###|[1-4]####|5[0-2]###
    ET ####
    FI #####
    FK FIQQ 1ZZ
    FM 9694[1-4]{+####}
    FO ###
    FR [0-8]####|9[0-5]###|97###|98###
    GB A[BL][1-9]{#} #**|B[ABDHLNRSTX][1-9]{#} #**|C[ABFHMORTVW][1-9]{#} #**|\
    D[ADEGHLNTY][1-9]{#} #**|E[CHNX][1-9]{#} #**|F[KY][1-9]{#} #**|G[LUY][1-9]{#} #**|\
    H[ADGPRSUX][1-9]{#} #**|I[GMPV][1-9]{#} #**|JE[1-9]{#} #**|K[ATWY][1-9]{#} #**|\
    L[ADELNSU][1-9]{#} #**|M[EKL][1-9]{#} #**|N[EGNPRW][1-9]{#} #**|O[LX][1-9]{#} #**|\
    P[AEHLOR][1-9]{#} #**|R[GHM][1-9]{#} #**|S[AEGKLMNOPRSTWY][1-9]{#} #**|\
    T[ADFNQRSW][1-9]{#} #**|UB[1-9]{#} #**|W[ACDFNRSV][1-9]{#} #**|YO[1-9]{#} #**|ZE[1-9]{#} #**|\
    [BEGLMNSW][1-9]{#} #**|B[LS]0 #**|C[MR]0 #**|FY0 #**|HA0 #**|PR0 #**|S[LS]0 #**|\
    [ENW]1[A-HJKPSTUW] #**|EC[1-4][ABEHMNPRVWXY] #**|WC[12][ABEHMNPRVWXY] #**|\
    [NS]W1[ABEHMNPRVWXY] #**|SE1[ABEHMNPRVWXY] #**|GIR 0AA|SAN TA1|BFPO {C/O }#{#}{#}{#}|\
    ASCN 1ZZ|BBND 1ZZ|BIQQ 1ZZ|FIQQ 1ZZ|PCRN 1ZZ|SIQQ 1ZZ|STHL 1ZZ|TDCU 1ZZ|TKCA 1ZZ
    GE ####
    GF 973##
    GG GY[1-9]{#} #**
    GI GX11 1AA
    GL 39##
    GN ###
    GP 97[01]##
    GR [1-8]## ##
    GS SIQQ 1ZZ
    GT #####
    GU 969[12]#{+####}|9693[12]{+####}
    GW ####
    HM ####
    HN #####
    HR [1-5]####
    HT {HT}####
    HU [1-9]###
    ID [1-9]####
    IE [AC-FHKNPRTV-Y]## ~~~~|D6W ~~~~
    IL ### ##|#######
    IM IM[1-9]{#} #**
    IN 1[1-9]# ###|2[0-8]# ###|3[0-46-9]# ###|4## ###|5[0-36-9]# ###|6[0-47-9]# ###|7## ###|\
    8[0-5]# ###|9## ###
    IO BBND 1ZZ
    IQ #####
    IR #####-#####
    IS ###
    IT #####
    JE JE[1-9]{#} #**
    JO #####
    JP ###-####
    KE #####
    KG ######
    KH #####{#}
    KR [0-6]####|###-###
    KW #####
    KY KY[1-3]-####
    KZ ######
    LA #####
    LB ####{ ####}
    LI 948[5-9]|949[0-8]
    LK #####
    LR ####
    LS ###
    LT {LT-}#####
    LU {L-}####
    LV {LV-}[1-5]###
    MA #####
    MC 980##
    MD {MD-}####
    ME 8####
    MF 97[0178]##
    MG ###
    MH 969[67]#{+####}
    MK ####
    MM #####
    MN #####
    MP 9695[0-2]{+####}
    MQ 972##
    MT @@@_##{##}
    MU #####|###@@###
    MV #####
    MX 0[1-9]###|1[0-6]###|[2-9]####
    MY #####
    MZ ####
    NA #####
    NC 988##
    NE ####
    NF 2899
    NG ######
    NI #####
    NL [1-9]### [A-RT-Z]@|[1-9]### S[B-CE-RT-Z]
    NO ####
    NP #####
    NZ ####
    OM {PC }###
    PA ####
    PE LIMA #{#}|CALLAO {0}#|[0-2]####
    PF 987##
    PG ###
    PH ####
    PK #####
    PL ##=###
    PM 97500
    PN PCRN 1ZZ
    PR 00[679]##{+####}
    PS ###
    PT [1-9]###=###
    PW 96939{+####}|96940{+####}
    PY ####
    RE 974##
    RO ######
    RS #####{#}
    RU ######
    SA #####{-####}
    SD #####
    SE {SE-}[1-9]## ##
    SG ######
    SH ASCN 1ZZ|STHL 1ZZ|TDCU 1ZZ
    SI {SI-}[1-9]###
    SJ 917#|8099
    SK [089]## ##
    SM 4789#
    SN #####
    SO @@ #####
    SV {CP }[1-3][1-7][0-2]#
    SZ [HLMS]###
    TA TDCU 1ZZ
    TC TKCA 1ZZ
    TD ######
    TH [1-9]####
    TJ ######
    TM ######
    TN ####
    TR #####
    TT ######
    TW ###{##}|######
    TZ ####{#}
    UA 0[1-9]###|[1-9]####
    UM 96898{+####}
    US #####{+####}
    UY [1-9]####
    UZ ######
    VA 00120
    VC VC####
    VE ####{ @}
    VG VG####
    VI 008[0-4]#{+####}|0085[01]{+####}
    VN #####{#}
    WF 986##
    XK [1-7]####
    YT 976##
    ZA ####
    ZM #####
    """
}
